// evm-version: paris
// The last result lies on top.
{
    function a() -> c, d { }
    let g, h := a()
}
