import { ActionGroup, Button, Card, CardBody, CardTitle, Form, FormGroup, TextArea } from "@patternfly/react-core";
import { useState } from "react";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { Request } from "../../api/model.ts";
import { canDo, requestsPath } from "../../api/requests.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { PersonName } from "../../components/person-name.tsx";
import { usePageActions } from "../../keyboard/page-actions.ts";
import { Moment } from "../../messages/moment.tsx";
import { useText } from "../../messages/text.ts";

const remarkId = "remark";

/** Comments on a request, and a field for a comment, a question, or the reply to one. */
export function Discussion({ request }: { readonly request: Request }) {
  const say = useText();
  const { comments = [] } = request;
  const answered = new Set(comments.map(({ answersKey }) => answersKey));
  const open = comments.filter(({ kind, key }) => kind === "question" && !answered.has(key));
  const ways = (["comment", "ask"] as const).filter((way) => canDo(request, way));
  const goToRemark = () => document.getElementById(remarkId)?.focus();
  usePageActions({
    comment: ways.includes("comment") ? goToRemark : undefined,
    ask: ways.includes("ask") ? goToRemark : undefined,
  });
  const questions = canDo(request, "answer") ? open : [];
  return (
    <Card>
      <CardTitle component="h2">{say("discussion.title")}</CardTitle>
      <CardBody>
        {comments.length === 0 ? <p>{say("discussion.empty")}</p> : null}
        <ul>
          {comments.map(({ key, kind, person, text, writtenAt }) => (
            <li key={key}>
              <PersonName person={person} /> <Moment at={writtenAt} /> · {say(`comment.${kind}`)}
              <p>{text}</p>
            </li>
          ))}
        </ul>
        {questions.map((question) => (
          <Saying
            key={question.key}
            id={`answer-${question.key}`}
            label={say("discussion.answerTo", { question: question.text })}
            request={request}
            ways={["answer"]}
            question={question.key}
          />
        ))}
        {ways.length === 0 ? null : (
          <Saying id={remarkId} label={say("discussion.remark")} request={request} ways={ways} />
        )}
      </CardBody>
    </Card>
  );
}

interface SayingProps {
  readonly id: string;
  readonly label: string;
  readonly request: Request;
  readonly ways: readonly ("comment" | "ask" | "answer")[];
  /** Key of the question that is answered. */
  readonly question?: string;
}

function Saying({ id, label, request, ways, question }: SayingProps) {
  const say = useText();
  const [text, setText] = useState("");
  const { mutate, isPending, error } = useChanging([requestsPath]);
  const send = (way: SayingProps["ways"][number]) =>
    mutate(
      call(`POST requests()/${way}`, {
        key: request.key,
        body: { text: text.trim(), ...(question !== undefined && { question }) },
      }),
      {
        onSuccess: () => setText(""),
      },
    );
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        send(ways[0] ?? "comment");
      }}
    >
      {error === null ? null : <ErrorAlert error={error} />}
      <FormGroup label={label} fieldId={id}>
        <TextArea
          id={id}
          value={text}
          onChange={(_event, typed) => setText(typed)}
          resizeOrientation="vertical"
          rows={2}
        />
      </FormGroup>
      <ActionGroup>
        {ways.map((way, index) => (
          <Button
            key={way}
            variant="secondary"
            type={index === 0 ? "submit" : "button"}
            isDisabled={isPending || text.trim() === ""}
            {...(index > 0 && { onClick: () => send(way) })}
          >
            {say(`discussion.${way}`)}
          </Button>
        ))}
      </ActionGroup>
    </Form>
  );
}
