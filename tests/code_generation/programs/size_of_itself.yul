// evm-version: paris
// The size of the object whose code asks for it.
object "C_12_deployed" {
    code {
        function b() {
            datacopy(0, 0, datasize("C_12_deployed"))
        }
        b()
    }
}
