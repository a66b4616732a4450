/** Names the symbol under which a group of tests keeps the path of the file that it loads. */
export const TEST_FILE = "oshibase test file";
