import { PlainPage, wayOnClass } from "./plain-page";

export default function NotFound() {
  return (
    <PlainPage title="There is no page at this address" description="It may have been deleted, or the link was cut.">
      {/* oxlint-disable-next-line next/no-html-link-for-pages -- the script of Link would come with every page */}
      <a href="/" className={wayOnClass}>
        All projects
      </a>
    </PlainPage>
  );
}
