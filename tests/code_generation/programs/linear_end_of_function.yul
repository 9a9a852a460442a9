// evm-version: homestead
// What lies above the results is dropped before the label of `leave`.
{
    function h(a) {
        let b
        sstore(a, 0)
    }
}
