import { Button } from "@patternfly/react-core";
import { useState } from "react";

import { batchTrialMax } from "#domain/template-limits.ts";

import { askOnce, type BodyOf, call } from "../../api/call.ts";
import type { TriedRecipient } from "../../api/model.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { codeWords } from "../../messages/error-words.ts";
import { operationWords } from "../../messages/request-words.ts";
import { useText } from "../../messages/text.ts";

interface TemplateTrialProps {
  readonly templateKey: string;
  readonly used: BodyOf<"POST templates()/trialRequest">;
  /** Recipients with their names. */
  readonly recipients: readonly { readonly key: string; readonly name: string }[];
}

/** A trial of a template: what each of the first recipients would get, or why not. */
export function TemplateTrial({ templateKey, used, recipients }: TemplateTrialProps) {
  const say = useText();
  const [tried, setTried] = useState<readonly TriedRecipient[]>();
  const [error, setError] = useState<unknown>();
  const [isPending, setPending] = useState(false);
  const recipientKeys = used.recipientKeys.slice(0, batchTrialMax);
  const trial = async () => {
    setPending(true);
    try {
      const body = { ...used, recipientKeys };
      setTried((await askOnce(call("POST templates()/trialRequest", { key: templateKey, body }))).recipients);
      setError(undefined);
    } catch (cause) {
      setError(cause);
    } finally {
      setPending(false);
    }
  };
  const nameOf = (key: string) => recipients.find((one) => one.key === key)?.name ?? key;
  return (
    <div>
      <Button
        variant="secondary"
        isDisabled={recipientKeys.length === 0 || isPending}
        isLoading={isPending}
        onClick={() => void trial()}
      >
        {say("template.trial")}
      </Button>
      {error === undefined ? null : <ErrorAlert error={error} />}
      <ul aria-live="polite">
        {(tried ?? []).map(({ recipientKey, operations, phases, errorCode, errorMessage }) => (
          <li key={recipientKey}>
            {nameOf(recipientKey)}:{" "}
            {errorCode === null ? (
              <>
                {operations
                  .map(({ code, targetSystemKey }) => `${operationWords(code, say)} (${targetSystemKey})`)
                  .join(", ")}{" "}
                <span className="gatehouse-small">{say("template.phasesCount", { count: phases })}</span>
              </>
            ) : (
              <>
                {codeWords(errorCode)} <span lang="en">{errorMessage}</span>
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
