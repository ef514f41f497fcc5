import type { AttemptAim } from "./attempt-aims.ts";

/** Entry point of a sign-in. */
export interface SignInDoor {
  /** Routes of the entry point. */
  readonly at: readonly string[];
  /** Aim of a sign-in there. */
  readonly aim: AttemptAim;
  /** Client of the sign-in: one that is named and checked, that of the session, or the service itself, which the caller cannot change. */
  readonly client: "named" | "session" | "own";
  /** True if the chain is walked step by step. If not, name and password come in one call, and the chain must ask for no more. */
  readonly walks: boolean;
}

/** Entry points of a sign-in. Each selects the chain by the same facts and the same rule. */
export const signInDoors = {
  attempts: { at: ["POST /identity/sign-in/attempts"], aim: "tokens", client: "named", walks: true },
  forgottenByProgram: { at: ["POST /identity/sign-in/attempts"], aim: "newPassword", client: "own", walks: true },
  signInPage: {
    at: ["GET /identity/connect/authorize", "POST /identity/connect/authorize"],
    ...({ aim: "code", client: "named", walks: true } as const),
  },
  forgottenPage: {
    at: ["GET /identity/connect/forgot-password", "POST /identity/connect/forgot-password"],
    ...({ aim: "newPassword", client: "own", walks: true } as const),
  },
  browser: { at: ["POST /react/session"], aim: "browserSession", client: "own", walks: true },
  helpDesk: { at: ["POST /v2/users({userKey})/identify"], aim: "identify", client: "own", walks: true },
  proof: { at: ["POST /v2/users({userKey})/prove"], aim: "prove", client: "session", walks: true },
  token: { at: ["POST /identity/connect/token"], aim: "tokens", client: "named", walks: false },
  library: { at: ["POST /idapi/login"], aim: "tokens", client: "own", walks: false },
  soap: { at: ["POST /idapisoap"], aim: "tokens", client: "own", walks: false },
} as const satisfies Readonly<Record<string, SignInDoor>>;

/** Name of an entry point. */
export type SignInDoorName = keyof typeof signInDoors;

type DoorWith<Part> = {
  [Name in SignInDoorName]: (typeof signInDoors)[Name] extends Part ? Name : never;
}[SignInDoorName];

/** Name of an entry point at which a chain is walked step by step. */
export type WalkingDoorName = DoorWith<{ readonly walks: true }>;

/** Name of an entry point that takes name and password in one call. */
export type OneCallDoorName = DoorWith<{ readonly walks: false }>;

/** Entry points at which a chain is walked step by step. */
export const walkingDoors = (Object.keys(signInDoors) as readonly SignInDoorName[]).filter(
  (door): door is WalkingDoorName => signInDoors[door].walks,
);
