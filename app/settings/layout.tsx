export { SignedIn as default } from "@/app/signed-in";
