import { Button, Label } from "@patternfly/react-core";
import { useState } from "react";

import type { RuleName } from "#domain/passwords/password-rules.ts";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { JudgedPassword } from "../../api/model.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { useText } from "../../messages/text.ts";

interface JudgedByServiceProps {
  readonly policyId: string;
  readonly password: string;
}

const looks = { kept: "success", broken: "danger", warning: "warning", unchecked: "info" } as const;

/** Lets the service judge a password by the saved rules of a policy, its plug-in included, and shows the result of each rule. */
export function JudgedByService({ policyId, password }: JudgedByServiceProps) {
  const say = useText();
  const [judged, setJudged] = useState("");
  const { mutate, isPending, error, data } = useChanging<JudgedPassword>([]);
  const isShown = judged === password && password !== "";
  return (
    <div>
      <Button
        variant="secondary"
        isLoading={isPending}
        isDisabled={password === "" || isPending}
        onClick={() => {
          setJudged(password);
          mutate(call("POST passwordPolicies()/check", { key: policyId, body: { password } }));
        }}
      >
        {say("trial.ask")}
      </Button>
      {isShown && error !== null ? <ErrorAlert error={error} /> : null}
      <div role="status">
        {isShown && data !== undefined && error === null ? (
          <>
            <p>{say(data.accepted ? "trial.taken" : "trial.refused")}</p>
            <ul>
              {data.rules.map(({ rule, result, message }) => (
                <li key={rule}>
                  <Label isCompact status={looks[result]}>
                    {say(`trial.${result}`)}
                  </Label>{" "}
                  {say(`rule.${(rule.split(".")[1] ?? "") as RuleName}`)}{" "}
                  {message === null ? null : <span lang="en">{message}</span>}
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
    </div>
  );
}
