// What is called metadata is appended after an instruction that is never reached.
object "A" {
    code { sstore(0, 1) }
    data ".metadata" hex"a26469"
}
