import type { Texts } from "./asked-fields.ts";

/** What steps of a sign-in say to people, by language. */
export const stepTexts = {
  signIn: { en: "Sign in", de: "Anmelden" },
  userName: { en: "User name", de: "Benutzername" },
  password: { en: "Password", de: "Kennwort" },
  failed: {
    en: "The user name or password is wrong, or the user may not sign in here.",
    de: "Benutzername oder Kennwort sind falsch, oder der Benutzer darf sich hier nicht anmelden.",
  },
} as const satisfies Readonly<Record<string, Texts>>;
