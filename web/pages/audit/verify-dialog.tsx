import { Button, Form, Progress } from "@patternfly/react-core";
import { useState } from "react";

import { Dialog } from "../../components/dialog.tsx";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { TextField } from "../../components/text-field.tsx";
import { faultsIn } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";
import { useVerification } from "./use-verification.ts";
import { VerificationOutcome } from "./verification-outcome.tsx";

const formId = "verify-audit";
const momentIn = (entered: string) => (entered === "" ? null : new Date(entered).toISOString());

/** A dialog that verifies the audit log, or a period of it, and shows the progress. The verification can be stopped and resumed. */
export function VerifyDialog({ close }: { close(): void }) {
  const say = useText();
  const [entered, setEntered] = useState({ from: "", to: "" });
  const verification = useVerification({ from: momentIn(entered.from), to: momentIn(entered.to) });
  const { checked, total, continueAt, isRunning, error, run, stop, forget } = verification;
  const isStopped = !isRunning && typeof continueAt === "string";
  return (
    <Dialog
      title={say("audit.verifyTitle")}
      explained={say("audit.verifyExplained")}
      titleId="verify-title"
      isWide
      footer={
        <>
          {isRunning ? (
            <Button variant="secondary" onClick={stop}>
              {say("audit.verifyStop")}
            </Button>
          ) : (
            <Button type="submit" form={formId}>
              {say(isStopped ? "audit.verifyGoOn" : "audit.verifyBegin")}
            </Button>
          )}
          <Button variant="link" onClick={close}>
            {say("action.close")}
          </Button>
        </>
      }
      close={close}
    >
      <Form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isRunning) void run();
        }}
      >
        <PeriodFields
          entered={entered}
          faults={faultsIn(error)}
          isDisabled={isRunning}
          change={(changed) => {
            setEntered({ ...entered, ...changed });
            forget();
          }}
        />
      </Form>
      {isRunning ? (
        <Progress
          className="gatehouse-below"
          aria-labelledby="verify-title"
          title={say("audit.verifyRunning")}
          value={checked}
          max={Math.max(total ?? 1, checked, 1)}
          label={say("audit.verified", { checked })}
        />
      ) : null}
      {error === null ? null : <ErrorAlert error={error} />}
      <div role="status">{isStopped ? say("audit.verifyStopped", { checked }) : ""}</div>
      {continueAt === undefined ? null : <VerificationOutcome verification={verification} />}
    </Dialog>
  );
}

type Entered = Readonly<Record<"from" | "to", string>>;

interface PeriodFieldsProps {
  readonly entered: Entered;
  readonly faults: ReadonlyMap<string, string>;
  readonly isDisabled: boolean;
  change(changed: Partial<Entered>): void;
}

function PeriodFields({ entered, faults, isDisabled, change }: PeriodFieldsProps) {
  const say = useText();
  return (["from", "to"] as const).map((name) => (
    <TextField
      key={name}
      id={`verify-${name}`}
      type="datetime-local"
      label={say(`audit.${name}`)}
      value={entered[name]}
      isDisabled={isDisabled}
      fault={faults.get(name)}
      change={(value) => change({ [name]: value })}
    />
  ));
}
