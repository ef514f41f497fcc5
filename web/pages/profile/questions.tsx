import { ActionGroup, Button, Card, CardBody, CardTitle, Form } from "@patternfly/react-core";
import { useState } from "react";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { Question } from "../../api/model.ts";
import { pathOf } from "../../api/path.ts";
import { CallError, faultsByField } from "../../base/call-error.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { TextField } from "../../components/text-field.tsx";
import { useLanguage } from "../../messages/language.ts";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { useSession } from "../../session/use-session.ts";
import { RemoveCredential } from "./remove-credential.tsx";

const nothing = { question: "", answer: "" };

/** Security questions of the user, with a form that adds one. */
export function Questions({ questions }: { readonly questions: readonly Question[] }) {
  const say = useText();
  const may = useMay();
  return (
    <Card component="section">
      <CardTitle component="h2">{say("question.title")}</CardTitle>
      <CardBody>
        <p>{say(questions.length === 0 ? "question.none" : "question.explained")}</p>
        <ul className="gatehouse-plain-list">
          {questions.map((credential) => (
            <li key={credential.key}>
              {credential.question} <RemoveCredential credential={credential} name={credential.question} />
            </li>
          ))}
        </ul>
        {!may("users_credentials_post_create") ? null : <NewQuestion />}
      </CardBody>
    </Card>
  );
}

function NewQuestion() {
  const say = useText();
  const { user, offeredQuestions } = useSession();
  const language = useLanguage();
  const [{ question, answer }, setEntered] = useState(nothing);
  const { mutate, isPending, error } = useChanging([pathOf("users()/credentials", user.key)]);
  const faults = error instanceof CallError ? faultsByField(error) : new Map<string, string>();
  const isReady = question.trim() !== "" && answer.trim() !== "" && !isPending;
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReady) return;
        const body = { question: question.trim(), answer };
        mutate(call("POST users()/credentials", { key: user.key, body }), { onSuccess: () => setEntered(nothing) });
      }}
    >
      <TextField
        id="question"
        label={say("question.question")}
        value={question}
        list="offered-questions"
        isRequired
        autoComplete="off"
        help={say("question.offered")}
        fault={faults.get("question")}
        change={(text) => setEntered((before) => ({ ...before, question: text }))}
      />
      <datalist id="offered-questions">
        {offeredQuestions.map((texts) => (
          <option key={texts.en} value={texts[language]} />
        ))}
      </datalist>
      <TextField
        id="answer"
        label={say("question.answer")}
        type="password"
        value={answer}
        isRequired
        autoComplete="off"
        help={say("question.answerHelp")}
        fault={faults.get("answer")}
        change={(text) => setEntered((before) => ({ ...before, answer: text }))}
      />
      {error === null ? null : <ErrorAlert error={error} />}
      <ActionGroup>
        <Button type="submit" variant="secondary" isLoading={isPending} isDisabled={!isReady}>
          {say("question.add")}
        </Button>
      </ActionGroup>
    </Form>
  );
}
