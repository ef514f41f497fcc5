import { useEffect, useRef, useState } from "react";

import { verifyPart } from "../../api/audit.ts";
import type { AuditFinding } from "../../api/model.ts";

const findingsShown = 100;

/** The moments that are looked at; null = no bound. */
export interface Period {
  readonly from: string | null;
  readonly to: string | null;
}

interface Checked {
  readonly checked: number;
  /** How much there is to look at; undefined until it is told. */
  readonly total: number | undefined;
  readonly found: number;
  readonly findings: readonly AuditFinding[];
  readonly oldDefects: number;
  /** Where it goes on; null = all was checked, undefined = nothing yet. */
  readonly continueAt: string | null | undefined;
}

const nothing: Checked = {
  checked: 0,
  total: undefined,
  found: 0,
  findings: [],
  oldDefects: 0,
  continueAt: undefined,
};

/** A check of the audit, part by part: it can be stopped, and goes on where it has stopped. */
export function useVerification(period: Period) {
  const [checked, setChecked] = useState(nothing);
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const running = useRef(false);
  const stop = () => {
    running.current = false;
    setRunning(false);
  };
  // Whoever closes the dialog stops it.
  useEffect(() => () => void (running.current = false), []);
  const run = async () => {
    running.current = true;
    setRunning(true);
    setError(null);
    let so = checked.continueAt === null ? nothing : checked;
    try {
      while (running.current && so.continueAt !== null) {
        const part = await verifyPart({ ...period, continueAt: so.continueAt ?? null });
        if (!running.current) return;
        // Without a period the rows are looked at on their chains, and once more for those that are on none.
        const times = period.from === null && period.to === null ? 2 : 1;
        so = {
          checked: so.checked + part.checked,
          total: part.rows === null ? so.total : part.rows * times,
          found: so.found + part.found,
          findings: [...so.findings, ...part.findings].slice(0, findingsShown),
          oldDefects: so.oldDefects + part.oldDefects,
          continueAt: part.continueAt,
        };
        setChecked(so);
      }
    } catch (cause) {
      setError(cause);
    }
    stop();
  };
  return { ...checked, isRunning, error, run, stop, forget: () => setChecked(nothing) };
}
