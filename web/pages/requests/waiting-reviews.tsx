import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { waitingReviewsQuery } from "../../api/move-reviews.ts";
import { PartCard } from "../../components/part-card.tsx";
import { PersonName } from "../../components/person-name.tsx";
import { Moment } from "../../messages/moment.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useSession } from "../../session/use-session.ts";

/** Reviews of people who have moved to the user; nothing is shown if none waits. */
export function WaitingReviews() {
  const say = useText();
  const rows = useQuery(waitingReviewsQuery(useSession().user.key));
  if (rows.error === null && (rows.data?.value.length ?? 0) === 0) return null;
  return (
    <PartCard title={say("moveReviews.waiting")} rows={rows} empty="">
      {(reviews) => (
        <ul className="gatehouse-plain-list">
          {reviews.map(({ key, user, openedAt }) => (
            <li key={key}>
              <Link to={paths.moveReview(key)}>
                <PersonName person={user} />
              </Link>{" "}
              <Moment at={openedAt} />
            </li>
          ))}
        </ul>
      )}
    </PartCard>
  );
}
