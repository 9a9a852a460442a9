import type { HardhatPlugin } from "hardhat/types/plugins";

declare module "hardhat/types/config" {
  interface HardhatUserConfig {
    yulopt?: {
      /** The path of yulopt-solc, if it is not on the PATH. */
      executable?: string;
      /** Whether each change of the optimiser that is not proven is rolled back. */
      proven?: boolean;
    };
  }
}

declare const plugin: HardhatPlugin;
export default plugin;
