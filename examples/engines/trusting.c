/* An engine in C, in one file: cc -O2 -o trusting trusting.c
 * It trusts whoever passed liberal policies, plays its party's tiles and, as a liberal, tells the truth. docs/engine.md is all it knows. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEATS 10
#define CHOICES 256

static int me, liberal, president, chancellor, danger, trust[SEATS], fellow[SEATS], hitler[SEATS];
static int rounds, choices;
static char text[CHOICES][64], drawn[64][16], passed[64][16];
static unsigned seed = 1;

static int lot(int below) {
    seed = seed * 1664525u + 1013904223u;
    return (int)((seed >> 8) % (unsigned)below);
}

static void forget(void) {
    me = liberal = danger = choices = rounds = 0;
    president = chancellor = -1;
    memset(trust, 0, sizeof trust);
    memset(fellow, 0, sizeof fellow);
    memset(hitler, 0, sizeof hitler);
    memset(drawn, 0, sizeof drawn);
    memset(passed, 0, sizeof passed);
}

/* One line of the view. */
static void see(const char *line) {
    char word[24], other[24], votes[24], elected[8], enacted[16];
    int number, first, second;
    if (sscanf(line, "seat %d", &me) == 1) return;
    if (sscanf(line, "role %23s", word) == 1) liberal = !strcmp(word, "liberal");
    else if (sscanf(line, "president %d", &president) == 1 || sscanf(line, "chancellor %d", &chancellor) == 1) return;
    else if (!strcmp(line, "danger yes")) danger = 1;
    else if (sscanf(line, "known %d %23s", &number, word) == 2) {
        fellow[number] = strcmp(word, "liberal") != 0;
        hitler[number] = !strcmp(word, "hitler");
    } else if (sscanf(line, "party %d %23s", &number, word) == 2) fellow[number] = !strcmp(word, "fascist");
    else if (sscanf(line, "past %d president %d chancellor %23s votes %23s elected %7s enacted %15s", &number, &first, other, votes, elected, enacted) == 6) {
        if (!strcmp(elected, "yes") && sscanf(other, "%d", &second) == 1 && number < 64) {
            int worth = !strcmp(enacted, "liberal") ? 2 : !strcmp(enacted, "fascist") ? -3 : 0;
            trust[first] += worth;
            trust[second] += worth;
        }
    } else if (sscanf(line, "saw %d %23s %15s", &number, word, enacted) == 3 && number < 64) {
        if (!strcmp(word, "drawn")) strcpy(drawn[number], enacted);
        if (!strcmp(word, "passed")) strcpy(passed[number], enacted);
    }
}

static int worth(int seat) {
    if (seat < 0 || seat >= SEATS) return 0;
    if (seat == me) return 100;
    if (liberal) return trust[seat] - 50 * fellow[seat];
    return trust[seat] + (danger && hitler[seat] ? 100 : 0) + 2 * fellow[seat];
}

/* How good a choice is. */
static int value(const char *choice) {
    int seat;
    if (!strcmp(choice, "ja")) return worth(president) + worth(chancellor) >= (danger && liberal ? 0 : -2) ? 1000 : 0;
    if (!strcmp(choice, "nein")) return 500;
    if (sscanf(choice, "nominate %d", &seat) == 1) return worth(seat);
    if (sscanf(choice, "execute %d", &seat) == 1) return liberal ? -worth(seat) : fellow[seat] ? -100 : 0;
    if (!strcmp(choice, "discard fascist") || !strcmp(choice, "enact liberal")) return liberal;
    if (!strcmp(choice, "discard liberal") || !strcmp(choice, "enact fascist")) return !liberal;
    if (!strcmp(choice, "no veto")) return 1;
    return 0;
}

static int best(void) {
    int chosen = 0, most = -1000000, ties = 0;
    for (int each = 0; each < choices; each++) {
        int now = value(text[each]);
        if (now > most) most = now, ties = 0;
        if (now == most && lot(++ties) == 0) chosen = each;
    }
    return chosen;
}

/* A liberal tells what it saw; a fascist says nothing. */
static void claim(void) {
    printf("answer");
    for (int each = 0; liberal && each < choices; each++) {
        char tiles[16];
        int round;
        if (sscanf(text[each], "claim president-hand %15s round %d", tiles, &round) == 2 && round < 64 && !strcmp(tiles, drawn[round])) printf(" %d", each);
        if (sscanf(text[each], "claim chancellor-hand %15s round %d", tiles, &round) == 2 && round < 64 && !strcmp(tiles, passed[round])) printf(" %d", each);
    }
    printf("\n");
}

int main(void) {
    static char line[1 << 16];
    int claiming = 0;
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = 0;
        if (!strncmp(line, "hello ", 6)) printf("name Trusting\nauthor the authors of the game engine\nformat text\nready\n");
        else if (!strncmp(line, "newgame ", 8)) {
            const char *given = strstr(line, " seed ");
            if (given) seed = (unsigned)strtoul(given + 6, NULL, 10);
        } else if (!strncmp(line, "question ", 9)) {
            forget();
            claiming = !strcmp(line + 9, "claim");
        } else if (!strncmp(line, "view ", 5)) see(line + 5);
        else if (!strncmp(line, "choice ", 7)) {
            const char *what = strchr(line + 7, ' ');
            if (what && choices < CHOICES) snprintf(text[choices++], sizeof text[0], "%s", what + 1);
        } else if (!strcmp(line, "go")) {
            if (claiming) claim();
            else printf("answer %d\n", best());
        } else if (!strcmp(line, "quit")) break;
        fflush(stdout);
    }
    return 0;
}
