import { useEffect, useRef, useState } from "react";

import type { Asked } from "#domain/chains/asked-fields.ts";
import type { JsonObject } from "#domain/json.ts";

import { askOnce } from "../api/call.ts";
import { userPath } from "../api/catalogue.ts";
import type { AskedStep, Proof } from "../api/model.ts";

/** How far a proof is. */
export type ProofStanding =
  | { readonly is: "loading" }
  | { readonly is: "elsewhere" }
  | { readonly is: "asked"; readonly asked: Asked; readonly isWrong: boolean; readonly error?: unknown }
  /** Nothing more is asked; it may be tried again. `error` is what the service does not answer, where it does not. */
  | { readonly is: "failed"; readonly error?: unknown };

/** A proof that is given, step by step. */
export interface Proving {
  readonly standing: ProofStanding;
  readonly isBusy: boolean;
  begin(): Promise<void>;
  answer(fields: Readonly<Record<string, string>>): Promise<void>;
  /** Notes why the browser could not give what it was asked for. */
  failed(error: unknown): void;
}

/** Asks somebody for a proof that it is them, and tells when it is given. Its handle is known here alone, and what is answered is sent once. */
export function useProving(userKey: string, proved: () => void): Proving {
  const [standing, setStanding] = useState<ProofStanding>({ is: "loading" });
  const [isBusy, setBusy] = useState(false);
  const attempt = useRef("");
  const take = async (action: "prove" | "answerProof", body: object) => {
    setBusy(true);
    try {
      const now = await askOnce<Proof>({ method: "POST", path: `${userPath(userKey)}/${action}`, body });
      attempt.current = now.attempt ?? attempt.current;
      if (now.state === "proved") return proved();
      setStanding(standingOf(now));
    } catch (error) {
      setStanding((known) => (known.is === "asked" ? { ...known, isWrong: false, error } : { is: "failed", error }));
    } finally {
      setBusy(false);
    }
  };
  const begin = () => take("prove", {});
  useEffect(() => {
    void begin();
    // A proof is begun once for each time that one is asked for.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return {
    standing,
    isBusy,
    begin,
    answer: (fields) =>
      take("answerProof", {
        attempt: attempt.current,
        fields,
      }),
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
