// Words of the inner code that the outer code sets: two, one, and none.
object "A" {
    code {
        let size := datasize("A_deployed")
        datacopy(0, dataoffset("A_deployed"), size)
        setimmutable(0, "twice", caller())
        setimmutable(0, "once", callvalue())
        setimmutable(0, "never", timestamp())
        return(0, size)
    }
    object "A_deployed" {
        code {
            sstore(loadimmutable("once"), loadimmutable("twice"))
            log1(0, 32, loadimmutable("twice"))
        }
    }
}
