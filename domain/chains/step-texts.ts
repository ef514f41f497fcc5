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
  oneTimeCode: {
    en: "Code of your device, or a recovery code",
    de: "Code Ihres Geräts oder ein Wiederherstellungscode",
  },
  oneTimeCodeFailed: {
    en: "The code is wrong, was used already, or the user may not sign in here. Wait for the next one.",
    de: "Der Code ist falsch, wurde schon verwendet, oder der Benutzer darf sich hier nicht anmelden. Warten Sie auf den nächsten.",
  },
  passkey: { en: "Passkey", de: "Passkey" },
} as const satisfies Readonly<Record<string, Texts>>;
