import type { HardhatPlugin } from "hardhat/types/plugins";
import "./options.js";

declare const plugin: HardhatPlugin;
export default plugin;
