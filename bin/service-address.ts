import type { SignInOptions } from "./sign-in-options.ts";

let address: SignInOptions | undefined;

/** Directs the running command to a remote service; undefined means this machine's installation. */
export function actAt(given: SignInOptions | undefined): void {
  address = given;
}

/** Returns the remote service on which the running command acts; undefined for this machine's installation. */
export const serviceAddress = (): SignInOptions | undefined => address;
