import type { AttemptAim } from "./attempt-aims.ts";

/** A door at which somebody begins to sign in. */
export interface SignInDoor {
  /** Its routes. */
  readonly at: readonly string[];
  /** What signing in there leads to. */
  readonly aim: AttemptAim;
  /** For which client it is done: one that is named and checked, that of the session, or the service itself, which the caller cannot change. */
  readonly client: "named" | "session" | "own";
  /** Whether its chain is walked step by step; where it is not, name and password come in one call, and the chain must ask for no more. */
  readonly walks: boolean;
}

/** The doors at which somebody begins to sign in. Each chooses the chain by the same facts and the same rule. */
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

/** The name of such a door. */
export type SignInDoorName = keyof typeof signInDoors;

type DoorWith<Part> = {
  [Name in SignInDoorName]: (typeof signInDoors)[Name] extends Part ? Name : never;
}[SignInDoorName];

/** The name of a door at which a chain is walked step by step. */
export type WalkingDoorName = DoorWith<{ readonly walks: true }>;

/** The name of a door that takes name and password in one call. */
export type OneCallDoorName = DoorWith<{ readonly walks: false }>;

/** The doors at which a chain is walked step by step. */
export const walkingDoors = (Object.keys(signInDoors) as readonly SignInDoorName[]).filter(
  (door): door is WalkingDoorName => signInDoors[door].walks,
);
