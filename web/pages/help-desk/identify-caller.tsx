import { ActionGroup, Button, Card, CardBody, CardTitle, Form } from "@patternfly/react-core";
import { useState } from "react";

import { askOnce, call, type Change } from "../../api/call.ts";
import type { Identification, Person } from "../../api/model.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { Notice } from "../../components/notice.tsx";
import { useLanguage } from "../../messages/language.ts";
import { useText } from "../../messages/text.ts";
import { AskedFields } from "./asked-fields.tsx";
import { IdentificationEnd } from "./identification-end.tsx";

/** Verifies that a caller is the named person. It shows the questions of the service until the service decides. */
export function IdentifyCaller({ person }: { readonly person: Person }) {
  const say = useText();
  const { standing, attempt, isBusy, error, begin, answer } = useIdentification(person.key);
  return (
    <Card component="section">
      <CardTitle component="h2">{say("identify.title")}</CardTitle>
      <CardBody>
        {error === undefined ? null : <ErrorAlert error={error} />}
        {standing === undefined || standing.asked === null ? null : (
          <Asking
            // Each step starts with empty fields.
            key={`${attempt} ${standing.asked.fields.map(({ name, label }) => name + label.en).join()}`}
            standing={standing}
            isBusy={isBusy}
            answer={answer}
          />
        )}
        {standing === undefined ? null : <IdentificationEnd standing={standing} />}
        {standing?.state === "asked" ? null : (
          <>
            {standing === undefined ? <p>{say("identify.explained")}</p> : null}
            <Button variant={standing === undefined ? "primary" : "secondary"} isLoading={isBusy} onClick={begin}>
              {say(standing === undefined ? "identify.begin" : "identify.again")}
            </Button>
          </>
        )}
      </CardBody>
    </Card>
  );
}

interface AskingProps {
  readonly standing: Identification;
  readonly isBusy: boolean;
  answer(fields: Readonly<Record<string, string>>): void;
}

function Asking({ standing: { asked, isWrong }, isBusy, answer }: AskingProps) {
  const say = useText();
  const language = useLanguage();
  const [entered, setEntered] = useState<Readonly<Record<string, string>>>({});
  const fields = asked?.fields ?? [];
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        const first = fields.map(({ name, choices }) => [name, choices[0]?.value ?? ""]);
        answer({ ...(Object.fromEntries(first) as Record<string, string>), ...entered });
        setEntered({});
      }}
    >
      <p>{asked?.title[language]}</p>
      {asked?.alert === null || asked === null ? null : <p>{asked.alert[language]}</p>}
      {isWrong ? <Notice kind="warning" title={say("identify.wrong")} isAlert /> : null}
      <AskedFields
        fields={fields}
        entered={entered}
        change={(name, value) => setEntered((before) => ({ ...before, [name]: value }))}
      />
      <ActionGroup>
        <Button type="submit" isLoading={isBusy} isDisabled={isBusy}>
          {say("identify.answer")}
        </Button>
      </ActionGroup>
    </Form>
  );
}

/** Runs an identification. Its handle stays on this page, and each answer is sent once. */
function useIdentification(userKey: string) {
  const [standing, setStanding] = useState<Identification>();
  const [attempt, setAttempt] = useState("");
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const take = async (made: Change<Identification>) => {
    setBusy(true);
    setError(undefined);
    try {
      const now = await askOnce(made);
      if (now.attempt !== null) setAttempt(now.attempt);
      setStanding(now);
    } catch (cause) {
      setError(cause);
    } finally {
      setBusy(false);
    }
  };
  const begin = () => void take(call("POST users()/identify", { key: userKey }));
  const answer = (fields: Readonly<Record<string, string>>) =>
    void take(call("POST users()/answerIdentification", { key: userKey, body: { attempt, fields } }));
  return { standing, attempt, isBusy, error, begin, answer };
}
