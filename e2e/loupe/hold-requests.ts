import type { Page, Request } from "@playwright/test";

/** Holds the page's requests to the service of which `isHeld` is true until the function that it returns is called. */
export async function holdRequests(page: Page, isHeld: (request: Request) => boolean): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/service/**", async (route) => {
    if (isHeld(route.request())) await released;
    await route.continue();
  });
  return release;
}

/** Whether it is a request to the endpoint with this path. */
export const isTo = (path: string) => (request: Request) => new URL(request.url()).pathname.endsWith(path);

/** Whether it is a request to any endpoint but the one with this path. */
export const isNotTo = (path: string) => (request: Request) => !isTo(path)(request);
