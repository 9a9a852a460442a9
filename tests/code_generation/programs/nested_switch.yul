// evm-version: paris
// Cases that join again, so that not every edge is a bridge.
{
    let d
    switch 0
    case 1 {
        switch d
        case 1 { }
    }
    default { }
}
