/** A single error of a call, as the API names it. */
export interface Fault {
  readonly code: string;
  readonly message: string;
  /** Field that the error is about, by its name in the body. */
  readonly target?: string;
}

/** Error body of a refused call. */
export interface Refusal extends Fault {
  readonly details?: readonly Fault[];
}

/** A call that the API has refused, with the API's text. */
export class CallError extends Error {
  readonly status: number;
  readonly code: string;
  /** Field that the error is about; undefined if it is about no single field. */
  readonly target: string | undefined;
  readonly details: readonly Fault[];
  /** ID of the call in the logs of the service. */
  readonly requestId: string | undefined;
  /** The whole body of the answer. For a refused step of a sign-in it holds the next question. */
  readonly body: unknown;

  constructor(
    status: number,
    refusal: Refusal,
    { requestId, body }: { readonly requestId?: string; readonly body?: unknown } = {},
  ) {
    super(refusal.message);
    this.name = "CallError";
    this.status = status;
    this.code = refusal.code;
    this.target = refusal.target;
    this.details = refusal.details ?? [];
    this.requestId = requestId;
    this.body = body;
  }
}

/** A call that has not reached the service, or that got no answer. */
export class UnreachableError extends Error {
  constructor(cause?: unknown) {
    super("the service does not answer", { cause });
    this.name = "UnreachableError";
  }
}

/** Reports whether a retry makes sense: the service does not answer, or is not ready yet. */
export function isAway(error: unknown): boolean {
  return error instanceof UnreachableError || (error instanceof CallError && error.status === 503);
}

/** A CAPTCHA that returned no answer. */
export class CaptchaError extends Error {
  constructor() {
    super("the CAPTCHA gives nothing");
    this.name = "CaptchaError";
  }
}

/** Returns the error texts of a refused call by the names of the fields in its body; details win over the error as a whole. */
export function faultsByField({ target, message, details }: CallError): ReadonlyMap<string, string> {
  const whole = target === undefined ? [] : [[target, message] as const];
  const named = details.flatMap((fault) =>
    fault.target === undefined ? [] : [[fault.target, fault.message] as const],
  );
  return new Map([...whole, ...named]);
}
