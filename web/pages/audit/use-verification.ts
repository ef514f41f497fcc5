import { useEffect, useRef, useState } from "react";

import { verifyPart } from "../../api/audit.ts";
import type { AuditFinding } from "../../api/model.ts";

const findingsShown = 100;

/** Period to verify; null for no bound. */
export interface Period {
  readonly from: string | null;
  readonly to: string | null;
}

interface Checked {
  readonly checked: number;
  /** Number of rows to verify; undefined until it is known. */
  readonly total: number | undefined;
  readonly found: number;
  readonly findings: readonly AuditFinding[];
  readonly oldDefects: number;
  /** Position to continue at; null if all rows were verified, undefined before the first part. */
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

/** Runs a verification of the audit log, part by part. It can be stopped, and resumes where it has stopped. */
export function useVerification(period: Period) {
  const [checked, setChecked] = useState(nothing);
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const running = useRef(false);
  const stop = () => {
    running.current = false;
    setRunning(false);
  };
  // Closing the dialog stops the verification.
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
        // Without a period the rows are verified along their chains, and then once more for the rows without a chain.
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
