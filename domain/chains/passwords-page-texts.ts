import type { Texts } from "./asked-fields.ts";

/** Texts of the page on which the reader of a one-time link sees new passwords, by language. */
export const passwordsPageTexts = {
  title: { en: "Your new passwords", de: "Ihre neuen Kennwörter" },
  explained: {
    en: "Click the button when nobody else can see your screen. The passwords are shown once.",
    de: "Klicken Sie auf die Schaltfläche, wenn niemand sonst Ihren Bildschirm sehen kann. Die Kennwörter werden einmal gezeigt.",
  },
  show: { en: "Show passwords", de: "Kennwörter zeigen" },
  keep: {
    en: "Keep them in a safe place, such as a password manager. This page can't be opened again.",
    de: "Bewahren Sie sie sicher auf, etwa in einem Kennwortmanager. Diese Seite lässt sich nicht noch einmal öffnen.",
  },
} as const satisfies Readonly<Record<string, Texts>>;
