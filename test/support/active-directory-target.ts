import type { KitTarget } from "#connectors/contract/index.ts";

import { failuresMax, startSambaAd } from "./samba.ts";

/** Starts a target for the active-directory connector: a Samba domain controller of its own. */
export async function start(): Promise<KitTarget> {
  const { url, tls, baseDN, admin, stop } = await startSambaAd();
  return {
    address: { url, tls, baseDN },
    credentials: [{ role: "admin", login: admin.login, secret: admin.password }],
    samples: {
      moreThanSchema: true,
      numbersAsText: true,
      attribute: "otherTelephone",
      weakPassword: "abc12",
      failuresMax,
      // A login name of a domain holds none of "/\[]:;|=,+*?<>.
      specialCharacters: " o'(x)#&é",
    },
    stop,
  };
}
