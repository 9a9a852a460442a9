import type { HardhatPlugin } from "hardhat/types/plugins";

declare module "hardhat/types/config" {
  interface HardhatUserConfig {
    yulopt?: {
      /** The path of yulopt-solc, if it is not on the PATH. */
      executable?: string;
    };
  }
}

declare const plugin: HardhatPlugin;
export default plugin;
