/** One fault of a call, as the API names it. */
export interface Fault {
  readonly code: string;
  readonly message: string;
  /** The field that it is about, by the name that the body has it. */
  readonly target?: string;
}

/** What the API says of a call that it refused. */
export interface Refusal extends Fault {
  readonly details?: readonly Fault[];
}

/** A call that the API has refused, in its own words. */
export class CallError extends Error {
  readonly status: number;
  readonly code: string;
  /** The field that it is about; undefined = none alone. */
  readonly target: string | undefined;
  readonly details: readonly Fault[];
  /** By which those who run the service find the call in their logs. */
  readonly requestId: string | undefined;
  /** The whole body of the answer: a refused step of a sign-in says there what is asked again. */
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

/** A call that has not reached the service, or whose answer has not come. */
export class UnreachableError extends Error {
  constructor(cause?: unknown) {
    super("the service does not answer", { cause });
    this.name = "UnreachableError";
  }
}

/** Tells whether it is worth while to try the same again: the service does not answer, or says that it is not ready yet. */
export function isAway(error: unknown): boolean {
  return error instanceof UnreachableError || (error instanceof CallError && error.status === 503);
}

/** A CAPTCHA from which nothing has come. */
export class CaptchaError extends Error {
  constructor() {
    super("the CAPTCHA gives nothing");
    this.name = "CaptchaError";
  }
}

/** What a call was refused with for each field of its body, by the name of the field; details come before the whole. */
export function faultsByField({ target, message, details }: CallError): ReadonlyMap<string, string> {
  const whole = target === undefined ? [] : [[target, message] as const];
  const named = details.flatMap((fault) =>
    fault.target === undefined ? [] : [[fault.target, fault.message] as const],
  );
  return new Map([...whole, ...named]);
}
