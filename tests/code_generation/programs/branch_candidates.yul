// evm-version: paris
// The best layout before a switch is the last one that is tried.
{
    h(0, 0, 0)
    function h(u, v, w) {
        switch 0
        case 1 {
            u := v
            stop()
        }
        default {
            mstore(0, v)
        }
        sstore(w, 1)
    }
}
