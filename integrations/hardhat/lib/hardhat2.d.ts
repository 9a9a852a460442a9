import "hardhat/types/config";

declare module "hardhat/types/config" {
  interface HardhatUserConfig {
    yulopt?: {
      /** The path of yulopt-solc, if it is not on the PATH. */
      executable?: string;
    };
  }
}
