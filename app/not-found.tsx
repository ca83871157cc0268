import { PlainPage, actionClass } from "./plain-page";

export default function NotFound() {
  return (
    <PlainPage title="Page not found" description="It may have been deleted, or the link may be incomplete.">
      {/* oxlint-disable-next-line next/no-html-link-for-pages -- the script of Link would come with every page */}
      <a href="/" className={actionClass}>
        All projects
      </a>
    </PlainPage>
  );
}
