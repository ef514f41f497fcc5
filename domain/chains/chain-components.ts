import type { ComponentOption, KnownComponent } from "./component.ts";

/** A component of the service itself. */
export interface BuiltInComponent extends KnownComponent {
  /** What it does, in words. */
  readonly title: string;
  readonly options: Readonly<Record<string, ComponentOption>>;
}

const passedOrFailed = { outcomes: ["passed", "failed"], authenticates: ["passed"] } as const;

/** The components that every installation has, by the ids that chains use. */
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
  selectChain: {
    title: "Goes on with the chain of this purpose that what is known by now selects.",
    outcomes: ["none"],
    authenticates: [],
    options: {},
  },
} as const satisfies Readonly<Record<string, BuiltInComponent>>;

/** The id of such a component. */
export type BuiltInComponentId = keyof typeof builtInComponents;

/** How the id of a component begins that is a plug-in of this installation; its name follows. */
export const pluginComponentPrefix = "plugin:";
