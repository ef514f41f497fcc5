import { Label } from "@patternfly/react-core";
import { Link } from "react-router";

import type { Notice } from "../../api/model.ts";
import { noticesOf, noticesPath } from "../../api/notices.ts";
import { Moment } from "../../messages/moment.tsx";
import { allAskedFor, askedFor } from "../../messages/request-words.ts";
import { type Say, useText } from "../../messages/text.ts";
import type { TableSource } from "../../table/table-column.ts";
import { noticeWords, pageOf } from "./notice-words.ts";

/** Returns the source of the list of a user's notifications, newest first; unread ones are marked. */
export function noticeSource(userKey: string, say: Say): TableSource<Notice> {
  return {
    name: "notices",
    title: "notices.title",
    path: noticesPath,
    empty: "notices.none",
    keyOf: ({ key }) => key,
    columns: [
      {
        name: "what",
        title: "notices.what",
        cell: (notice) => <What notice={notice} />,
        text: (notice) => noticeWords(notice, say),
      },
      {
        name: "request",
        title: "request.title",
        cell: ({ request }) => (request ? `${request.number} ${askedFor(request.operations, say)}` : "–"),
        text: ({ request }) => (request ? `${request.number} ${allAskedFor(request.operations, say)}` : ""),
      },
      {
        name: "at",
        title: "notices.at",
        sortBy: "createdAt",
        cell: ({ createdAt }) => <Moment at={createdAt} />,
        text: ({ createdAt }) => createdAt,
      },
      {
        name: "read",
        title: "notices.read",
        cell: ({ read }) => <Read isRead={read} />,
        text: ({ read }) => String(read),
      },
    ],
    filters: [
      {
        name: "read",
        title: "notices.read",
        choices: [
          {
            value: "no",
            text: "notices.unread",
            where: "read eq false",
          },
          {
            value: "yes",
            text: "notices.wasRead",
            where: "read eq true",
          },
        ],
      },
    ],
    where: noticesOf(userKey),
    expand: "request($expand=operations($orderby=sequence))",
    isSearched: false,
    keyProperty: "createdAt",
    usualOrder: "createdAt desc",
  };
}

function What({ notice }: { readonly notice: Notice }) {
  const say = useText();
  const page = pageOf(notice);
  const words = noticeWords(notice, say);
  return page === undefined ? <>{words}</> : <Link to={page}>{words}</Link>;
}

function Read({ isRead }: { readonly isRead: boolean }) {
  const say = useText();
  return isRead ? (
    <>{say("notices.wasRead")}</>
  ) : (
    <Label isCompact status="info">
      {say("notices.unread")}
    </Label>
  );
}
