import { useCallback, useEffect, useRef, useState } from "react";

import type { Asked } from "#domain/chains/asked-fields.ts";

import { CallError } from "../base/call-error.ts";
import { tellOtherTabs } from "../base/other-tabs.ts";
import { send } from "../base/send.ts";
import { readSession, type Session } from "../base/session-store.ts";
import { rememberName } from "./remembered-name.ts";

/** Where somebody stands who signs in. */
export type SignInStanding =
  | { readonly is: "loading" }
  /** A step asks for something; `error` is why it asks again. */
  | { readonly is: "asked"; readonly asked: Asked; readonly error?: unknown }
  /** The browser goes elsewhere, and comes back. */
  | { readonly is: "elsewhere"; readonly address: string }
  /** Nothing can be asked; it may be tried again. */
  | { readonly is: "stopped"; readonly error: unknown };

/** What is entered, and whose name is remembered once signing in has succeeded. */
export interface Entered {
  readonly fields: Readonly<Record<string, string>>;
  /** True and false say whether the name is to be remembered; undefined where nobody was asked. */
  readonly remember?: boolean;
}

/** Signing in by a chain, step by step. */
export interface SignIn {
  readonly standing: SignInStanding;
  readonly isBusy: boolean;
  answer(entered: Entered): Promise<void>;
  begin(): Promise<void>;
}

const path = "/react/session";

interface StepAnswer extends Partial<Asked> {
  readonly attempt?: string;
  readonly end?: "ALLOW" | "DENY";
}

/** Begins a sign-in, or goes on with the one whose handle the browser has come back with, and tells when it has led to a session. */
export function useSignIn(cameBackWith: string | undefined, signedIn: (session: Session) => void): SignIn {
  const [standing, setStanding] = useState<SignInStanding>({ is: "loading" });
  const [isBusy, setBusy] = useState(false);
  const attempt = useRef(cameBackWith);
  const name = useRef<string>(undefined);
  const isRemembered = useRef<boolean>(undefined);

  const beginAttempt = useCallback(async () => {
    const { body } = await send({ method: "POST", path, body: {} });
    const { attempt: handle, ...asked } = body as StepAnswer;
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
      const step = async () => {
        const { body } = await send({ method: "POST", path: `${path}/${attempt.current}`, body: { fields } });
        return body as StepAnswer;
      };
      try {
        return await step();
      } catch (error) {
        // A page that was open for long, or was opened beside another one, asks for nothing a second time.
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
        // Only now: a sign-in that has failed leaves nothing behind.
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
    // A sign-in is begun once for each page that shows one.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  return { standing, isBusy, answer, begin };
}

function standingOf(asked: StepAnswer, error?: unknown): SignInStanding {
  const { title = { en: "", de: "" }, fields = [], redirect } = asked;
  if (redirect !== undefined) return { is: "elsewhere", address: redirect };
  return { is: "asked", asked: { ...asked, title, fields }, ...(error !== undefined && { error }) };
}

/** Whether a sign-in that was begun anew asks for what was entered already; what a CAPTCHA gives is good once. */
function asksForTheSame({ fields = [] }: StepAnswer, entered: Entered["fields"]): boolean {
  const isTyped = fields.every(({ name, kind }) => name in entered && kind !== "captcha" && kind !== "passkey");
  return isTyped && fields.length > 0 && fields.length === Object.keys(entered).length;
}

/** What a step asks once more that was refused; undefined where the sign-in is over. */
function askedAgain(error: unknown): Asked | undefined {
  if (!(error instanceof CallError)) return undefined;
  const { title, fields, ...others } = (error.body ?? {}) as StepAnswer;
  return title === undefined || fields === undefined ? undefined : { title, fields, ...others };
}
