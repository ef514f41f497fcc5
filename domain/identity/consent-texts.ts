import type { Scope } from "./token-grants.ts";

/** Descriptions of the scopes for users who are asked for consent. */
export const scopeTexts: Readonly<Record<Scope, Readonly<Record<"en" | "de", string>>>> = {
  api: {
    en: "do everything in your name that you may do here",
    de: "alles in Ihrem Namen tun, was Sie hier dürfen",
  },
  openid: { en: "know who you are", de: "wissen, wer Sie sind" },
  offline_access: { en: "go on while you are away", de: "weiterarbeiten, während Sie nicht da sind" },
};
