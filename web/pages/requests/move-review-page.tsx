import { Button, PageSection } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useParams } from "react-router";

import type { MoveReview, MoveReviewItem } from "../../api/model.ts";
import { moveReviewQuery } from "../../api/move-reviews.ts";
import { isOffered } from "../../api/offered.ts";
import { pathOf } from "../../api/path.ts";
import { EntityHeader } from "../../components/entity-header.tsx";
import { EntityStanding, present } from "../../components/entity-standing.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { PersonName } from "../../components/person-name.tsx";
import { StateLabel } from "../../components/state-label.tsx";
import { Moment } from "../../messages/moment.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";

const AnswerReviewDialog = openedLater(async () => (await import("./answer-review-dialog.tsx")).AnswerReviewDialog);

const looks = { open: "info", done: "success", stopped: "warning" } as const;
const none: ReadonlyMap<string, MoveReviewItem> = new Map();

/** Page of the review of what a person keeps who has moved: each access is kept or ended. */
export function MoveReviewPage() {
  const say = useText();
  const { key = "" } = useParams();
  const read = useQuery(moveReviewQuery(key));
  const review = present(read);
  const name = review?.user?.displayName ?? review?.user?.id ?? "";
  return (
    <PageSection>
      <EntityHeader
        name={review === undefined ? say("moveReviews.title") : say("moveReviews.titleOf", { name })}
        list={{ path: paths.waiting, title: "waiting.title" }}
        {...(review !== undefined && {
          labels: <StateLabel look={looks[review.state]}>{say(`moveReviews.state.${review.state}`)}</StateLabel>,
        })}
      />
      <EntityStanding entity={read} unreadable={say("moveReviews.unreadable")} gone={say("moveReviews.gone")} />
      {review === undefined ? null : <Review review={review} />}
    </PageSection>
  );
}

function Review({ review }: { readonly review: MoveReview }) {
  const say = useText();
  const [chosen, setChosen] = useState(none);
  const [answer, setAnswer] = useState<"keep" | "end">();
  const source = useMemo(() => sourceOf(say, review.key), [say, review.key]);
  const waiting = [...chosen.values()].filter((item) => item.answer === null).map(({ key }) => key);
  return (
    <>
      <p>
        {say("moveReviews.reviewer")} <PersonName person={review.reviewer} />, <Moment at={review.openedAt} />
      </p>
      <p>{say("moveReviews.explained")}</p>
      <ResourceTable
        source={source}
        chosen={{ rows: chosen, change: setChosen }}
        actions={
          isOffered(review, "answer")
            ? (["keep", "end"] as const).map((word) => (
                <Button
                  key={word}
                  variant={word === "keep" ? "primary" : "secondary"}
                  isDanger={word === "end"}
                  isDisabled={waiting.length === 0}
                  onClick={() => setAnswer(word)}
                >
                  {say(`moveReviews.${word}Chosen`, { count: waiting.length })}
                </Button>
              ))
            : null
        }
      />
      {answer === undefined ? null : (
        <AnswerReviewDialog
          reviewKey={review.key}
          answer={answer}
          items={waiting}
          close={() => setAnswer(undefined)}
          done={() => {
            setAnswer(undefined);
            setChosen(none);
          }}
        />
      )}
    </>
  );
}

const thingOf = ({ groupName, accountName }: MoveReviewItem) => groupName ?? accountName ?? "";

function sourceOf(say: Say, key: string): TableSource<MoveReviewItem> {
  const answerOf = ({ answer }: MoveReviewItem) => say(`moveReviews.answer.${answer ?? "none"}`);
  return {
    name: "moveReviewItems",
    title: "moveReviews.items",
    path: pathOf("moveReviews()/items", key),
    empty: "moveReviews.empty",
    keyProperty: "key",
    usualOrder: "key",
    isSearched: false,
    keyOf: (item) => item.key,
    columns: [
      { name: "thing", title: "moveReviews.thing", cell: thingOf, text: thingOf },
      {
        name: "kind",
        title: "moveReviews.kind",
        cell: ({ kind }) => say(`moveReviews.kind.${kind}`),
        text: ({ kind }) => say(`moveReviews.kind.${kind}`),
      },
      {
        name: "target",
        title: "moveReviews.target",
        cell: ({ targetSystemKey }) => targetSystemKey,
        text: ({ targetSystemKey }) => targetSystemKey,
      },
      {
        name: "because",
        title: "moveReviews.because",
        cell: ({ because }) => say(`moveReviews.because.${because}`),
        text: ({ because }) => say(`moveReviews.because.${because}`),
      },
      {
        name: "from",
        title: "moveReviews.from",
        cell: ({ from }) => <Moment at={from} />,
        text: ({ from }) => from,
      },
      { name: "answer", title: "moveReviews.answer", cell: answerOf, text: answerOf },
      {
        name: "reason",
        title: "moveReviews.reason",
        cell: ({ reason }) => reason ?? "",
        text: ({ reason }) => reason ?? "",
      },
    ],
    filters: [
      {
        name: "answer",
        title: "moveReviews.answer",
        choices: [
          { value: "none", text: "moveReviews.answer.none", where: "answer eq null" },
          { value: "keep", text: "moveReviews.answer.keep", where: "answer eq 'keep'" },
          { value: "end", text: "moveReviews.answer.end", where: "answer eq 'end'" },
        ],
      },
    ],
  };
}
