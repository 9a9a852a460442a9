// evm-version: homestead
// `leave` drops what lies above the results.
{
    function e() -> f {
        let g
        if 0 {
            g := 0
            leave
        }
    }
}
