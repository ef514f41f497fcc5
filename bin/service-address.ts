import type { SignInOptions } from "./sign-in-options.ts";

let address: SignInOptions | undefined;

/** Leads the command that runs now to a service elsewhere; undefined = to this machine's installation. */
export function actAt(given: SignInOptions | undefined): void {
  address = given;
}

/** Returns the service elsewhere on which the command that runs now is to act; undefined where it is this machine's installation. */
export const serviceAddress = (): SignInOptions | undefined => address;
