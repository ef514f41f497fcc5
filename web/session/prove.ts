import { useEffect, useRef, useState } from "react";

import type { Asked } from "#domain/chains/asked-fields.ts";
import type { JsonObject } from "#domain/json.ts";

import { askOnce, call, type Change } from "../api/call.ts";
import type { AskedStep, Proof } from "../api/model.ts";

/** State of an identity proof. */
export type ProofStanding =
  | { readonly is: "loading" }
  | { readonly is: "elsewhere" }
  | { readonly is: "asked"; readonly asked: Asked; readonly isWrong: boolean; readonly error?: unknown }
  /** Nothing more is asked; the user may retry. `error` is set if a call failed, such as when the service does not answer. */
  | { readonly is: "failed"; readonly error?: unknown };

/** An identity proof, given step by step. */
export interface Proving {
  readonly standing: ProofStanding;
  readonly isBusy: boolean;
  begin(): Promise<void>;
  answer(fields: Readonly<Record<string, string>>): Promise<void>;
  /** Records the error if the browser could not provide a value. */
  failed(error: unknown): void;
}

/** Runs an identity proof of a user and calls `proved` when it is given. Its handle stays in this hook, and each answer is sent once. */
export function useProving(userKey: string, proved: () => void): Proving {
  const [standing, setStanding] = useState<ProofStanding>({ is: "loading" });
  const [isBusy, setBusy] = useState(false);
  const attempt = useRef("");
  const take = async (made: Change<Proof>) => {
    setBusy(true);
    try {
      const now = await askOnce(made);
      attempt.current = now.attempt ?? attempt.current;
      if (now.state === "proved") return proved();
      setStanding(standingOf(now));
    } catch (error) {
      setStanding((known) => (known.is === "asked" ? { ...known, isWrong: false, error } : { is: "failed", error }));
    } finally {
      setBusy(false);
    }
  };
  const begin = () => take(call("POST users()/prove", { key: userKey }));
  useEffect(() => {
    void begin();
    // A proof starts once for each dialog.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return {
    standing,
    isBusy,
    begin,
    answer: (fields) =>
      take(call("POST users()/answerProof", { key: userKey, body: { attempt: attempt.current, fields } })),
    failed: (error) =>
      setStanding((known) =>
        known.is === "asked"
          ? {
              ...known,
              error,
            }
          : {
              is: "failed",
              error,
            },
      ),
  };
}

function standingOf({ state, asked, isWrong }: Proof): ProofStanding {
  if (state === "elsewhere") return { is: "elsewhere" };
  return asked === null ? { is: "failed" } : { is: "asked", asked: stepOf(asked), isWrong };
}

function stepOf({ title, fields, alert }: AskedStep): Asked {
  return {
    title,
    fields: fields.map(({ options, ...field }) => ({
      ...field,
      ...(options !== null && { options: JSON.parse(options) as JsonObject }),
    })),
    ...(alert !== null && { alert }),
  };
}
