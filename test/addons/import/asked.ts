/** What an import asks when it makes the first shows of a group. */
export const ASKED = "dump.json: are these all shows that the group has ever had? Then write " +
  "shows_complete: true in group.yaml, so that milestones of members are known\n";
