// evm-version: homestead
// The default comes first in the code, whatever the text says.
{
    let c := memoryguard(0)
    sstore(0, f(0, 0, 0, 0, 0, 0, 0, 0, 0, c, 0, 0, 0))
    function f(g, h, i, j, k, l, a, m, n, o, p, q, r) -> s {
        let w
        switch 0
        case 2 {
            extcodecopy(0, q, g, 0)
            w := 0
        }
        default {
            log1(r, 0, 0)
        }
    }
}
