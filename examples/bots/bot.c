/* A program that plays any game of Ludoteca, by chance, in C without a library. docs/bot-protocol.md explains it.
 *
 *     cc -O2 -o bot bot.c && ludoteca match connect_four "program:./bot" random
 *
 * A turn begins {"type":"turn","id":7,"actions":[0,3,5], ... so this program needs no reader of JSON. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LONGEST (1 << 20) /* bytes of a line, as the welcome says */

static char line[LONGEST + 2];

/* One of the numbers of the list that `text` begins with, each as likely as the others. */
static long choose(const char *text) {
    long chosen = 0, seen = 0;
    while (*text != ']') {
        char *after;
        long action = strtol(text + 1, &after, 10); /* after '[' or ',' */
        if (after == text + 1) break;
        if (rand() % ++seen == 0) chosen = action;
        text = after;
    }
    return chosen;
}

int main(void) {
    srand((unsigned)time(NULL));
    setvbuf(stdout, NULL, _IOLBF, 0);
    puts("{\"type\":\"hello\",\"protocol\":1,\"name\":\"Example in C\"}");
    while (fgets(line, sizeof line, stdin)) {
        long id;
        char *actions = strstr(line, "\"actions\":[");
        if (actions && sscanf(line, "{\"type\":\"turn\",\"id\":%ld,", &id) == 1)
            printf("{\"type\":\"action\",\"id\":%ld,\"action\":%ld}\n", id, choose(strchr(actions, '[')));
    }
    return 0;
}
