import { askedQuestionsMax } from "../chain-limits.ts";
import type { ComponentOption, KnownComponent } from "./component.ts";

/** Component of the service itself. */
export interface BuiltInComponent extends KnownComponent {
  /** Effect of the component, in words. */
  readonly title: string;
  readonly options: Readonly<Record<string, ComponentOption>>;
}

const passedOrFailed = { outcomes: ["passed", "failed"], authenticates: ["passed"] } as const;

/** Components that every installation has, by the IDs that chains use. */
export const builtInComponents = {
  userName: {
    title: "Asks for the user name, and proves nothing.",
    outcomes: ["given"],
    authenticates: [],
    options: {},
  },
  password: {
    title:
      "Asks for the password, which is the service's own or that of a target, and for the user name where none is known.",
    ...passedOrFailed,
    options: {
      tries: { type: "number", title: "Wrong ones in this step before it has failed.", default: 3, between: [1, 10] },
    },
  },
  saml: {
    title: "Sends the browser to an identity provider, which says by SAML who it is.",
    ...passedOrFailed,
    options: {
      provider: {
        type: "text",
        title: "The id of the identity provider; empty = the one that was chosen (the fact provider).",
        default: "",
      },
    },
  },
  questions: {
    title: "Asks questions whose answers the person has given before, and wants all of them right.",
    outcomes: ["passed", "failed", "none"],
    authenticates: ["passed"],
    options: {
      count: { type: "number", title: "How many are asked.", default: 2, between: [1, askedQuestionsMax] },
      sets: {
        type: "text",
        title:
          "From where they come, with commas between: `user` (their own), `predefined` (those of PREDEFINED_QUESTIONS), plug-ins of the kind questionSet.",
        default: "user",
      },
      tries: {
        type: "number",
        title: "Wrong answers in this step before it has failed.",
        default: 1,
        between: [1, 10],
      },
    },
  },
  captcha: {
    title:
      "Has a CAPTCHA of version 3 judge whether a program signs in; CAPTCHA_VERIFY_ADDRESS and its neighbours set it up.",
    outcomes: ["passed", "failed"],
    authenticates: [],
    options: {},
  },
  selectChain: {
    title: "Goes on with the chain of this purpose that what is known by now selects.",
    outcomes: ["none"],
    authenticates: [],
    options: {},
  },
  oneTimeCode: {
    title:
      "Asks for the code that a device of the user shows (TOTP), or for a recovery code; none where who was proved before has no device.",
    outcomes: ["passed", "failed", "none"],
    authenticates: ["passed"],
    options: {
      tries: { type: "number", title: "Wrong ones in this step before it has failed.", default: 3, between: [1, 10] },
    },
  },
  passkey: {
    title: "Asks the browser for a passkey of the user, which needs no name before it.",
    ...passedOrFailed,
    options: {
      userVerification: {
        type: "text",
        title: "Whether the device makes sure of its user, by a finger or a PIN.",
        default: "required",
        members: ["required", "preferred", "discouraged"],
      },
    },
  },
} as const satisfies Readonly<Record<string, BuiltInComponent>>;

/** ID of a built-in component. */
export type BuiltInComponentId = keyof typeof builtInComponents;
