import { publicAddressOf } from "../../kernel/issuer.ts";

/** The service as browsers and devices of people know it. */
export interface RelyingParty {
  /** The name of its host, to which passkeys are bound. */
  readonly id: string;
  /** Where its pages stand. */
  readonly origin: string;
}

/** The service as its public address says it. */
export function relyingPartyOf(settings: Parameters<typeof publicAddressOf>[0]): RelyingParty {
  const { hostname, origin } = new URL(publicAddressOf(settings));
  return { id: hostname, origin };
}
