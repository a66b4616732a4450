// Prints where the program of the forms lies on this machine; run with the lock file of its package.
import { packageFolder } from "../../../build/addons/forms/forms_page.ts";

console.log(packageFolder().href);
