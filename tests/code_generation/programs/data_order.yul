// Data is appended in the order of its hashes, whatever the order of its names, bytes or uses.
object "A" {
    code {
        sstore(dataoffset("two"), dataoffset("one"))
        sstore(dataoffset("three"), datasize("one"))
    }
    data "one" "1"
    data "two" "2"
    data "three" "33"
}
