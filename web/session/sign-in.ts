import { useCallback, useEffect, useRef, useState } from "react";

import type { Asked } from "#domain/chains/asked-fields.ts";
import type { SignInAnswer } from "#domain/chains/session-calls.ts";

import { CallError } from "../base/call-error.ts";
import { callSession } from "../base/call-session.ts";
import { tellOtherTabs } from "../base/other-tabs.ts";
import { readSession, type Session } from "../base/session-store.ts";
import { rememberName } from "./remembered-name.ts";

/** State of a sign-in. */
export type SignInStanding =
  | { readonly is: "loading" }
  /** A step asks for input; `error` is the reason why it asks again. */
  | { readonly is: "asked"; readonly asked: Asked; readonly error?: unknown }
  /** The browser goes to another site and comes back. */
  | { readonly is: "elsewhere"; readonly address: string }
  /** Nothing can be asked; the user may retry. */
  | { readonly is: "stopped"; readonly error: unknown };

/** Entered values, and whether to remember the user name after the sign-in. */
export interface Entered {
  readonly fields: Readonly<Record<string, string>>;
  /** True if the user name is remembered, false if it is forgotten; undefined if the step did not ask. */
  readonly remember?: boolean;
}

/** A sign-in by a chain, step by step. */
export interface SignIn {
  readonly standing: SignInStanding;
  readonly isBusy: boolean;
  answer(entered: Entered): Promise<void>;
  begin(): Promise<void>;
}

/** Starts a sign-in, or resumes the one whose handle the browser has returned with. Calls `signedIn` with the session at the end. */
export function useSignIn(cameBackWith: string | undefined, signedIn: (session: Session) => void): SignIn {
  const [standing, setStanding] = useState<SignInStanding>({ is: "loading" });
  const [isBusy, setBusy] = useState(false);
  const attempt = useRef(cameBackWith);
  const name = useRef<string>(undefined);
  const isRemembered = useRef<boolean>(undefined);

  const beginAttempt = useCallback(async () => {
    const { attempt: handle, ...asked } = await callSession("POST /react/session", { body: {} });
    attempt.current = handle;
    return asked;
  }, []);

  const begin = useCallback(
    async (error?: unknown) => {
      try {
        setStanding(standingOf(await beginAttempt(), error));
      } catch (cause) {
        setStanding({ is: "stopped", error: cause });
      }
    },
    [beginAttempt],
  );

  const sendStep = useCallback(
    async (fields: Entered["fields"]) => {
      const step = () =>
        callSession("POST /react/session/{attempt}", { attempt: attempt.current ?? "", body: { fields } });
      try {
        return await step();
      } catch (error) {
        // The attempt of a page that was open for long, or beside another tab, has ended. The user need not enter the same values again.
        const isOver = error instanceof CallError && error.code === "SIGN_IN_ATTEMPT_OVER";
        if (!isOver || !asksForTheSame(await beginAttempt(), fields)) throw error;
        return await step();
      }
    },
    [beginAttempt],
  );

  const answer = useCallback(
    async ({ fields, remember }: Entered) => {
      setBusy(true);
      if (fields["userName"] !== undefined) name.current = fields["userName"];
      if (remember !== undefined) isRemembered.current = remember;
      try {
        const answered = await sendStep(fields);
        if (answered.end === undefined) return setStanding(standingOf(answered));
        // Not earlier: a failed sign-in must leave nothing behind.
        if (isRemembered.current !== undefined) rememberName(isRemembered.current ? name.current : undefined);
        const session = await readSession();
        if (session === undefined) return await begin();
        tellOtherTabs("signedIn");
        signedIn(session);
      } catch (error) {
        const again = askedAgain(error);
        if (again !== undefined) setStanding({ is: "asked", asked: again, error });
        else if (error instanceof CallError && error.code !== "TOO_MANY") await begin(error);
        else setStanding((known) => (known.is === "asked" ? { ...known, error } : { is: "stopped", error }));
      } finally {
        setBusy(false);
      }
    },
    [begin, sendStep, signedIn],
  );

  useEffect(() => {
    if (cameBackWith === undefined) void begin();
    else void answer({ fields: {} });
    // A sign-in starts once for each page that shows one.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  return { standing, isBusy, answer, begin };
}

function standingOf(asked: SignInAnswer, error?: unknown): SignInStanding {
  const { title = { en: "", de: "" }, fields = [], redirect } = asked;
  if (redirect !== undefined) return { is: "elsewhere", address: redirect };
  return { is: "asked", asked: { ...asked, title, fields }, ...(error !== undefined && { error }) };
}

/** Reports whether a new attempt asks for the values that were entered already; a CAPTCHA token can be used only once. */
function asksForTheSame({ fields = [] }: SignInAnswer, entered: Entered["fields"]): boolean {
  const isTyped = fields.every(({ name, kind }) => name in entered && kind !== "captcha" && kind !== "passkey");
  return isTyped && fields.length > 0 && fields.length === Object.keys(entered).length;
}

/** Returns the step that a refused answer repeats; undefined if the sign-in has ended. */
function askedAgain(error: unknown): Asked | undefined {
  if (!(error instanceof CallError)) return undefined;
  const { title, fields, ...others } = (error.body ?? {}) as SignInAnswer;
  return title === undefined || fields === undefined ? undefined : { title, fields, ...others };
}
