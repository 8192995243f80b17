#!/bin/sh
# The exit status is part of chessctl's interface: 0 all right, 1 wrong data, 2 wrong usage.
# usage: exit_status_test.sh CHESSCTL
chessctl=$1
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
failures=0
# expect STATUS WORD ARGUMENTS...: runs chessctl; its output must hold WORD.
expect() {
  want=$1 word=$2
  shift 2
  output=$("$chessctl" "$@" 2>&1 </dev/null)
  got=$?
  case $output in *"$word"*) found=yes ;; *) found=no ;; esac
  if [ $got -ne "$want" ] || [ $found = no ]; then
    echo "FAILED: chessctl $*: status $got, expected $want with \"$word\" in:"
    echo "$output"
    failures=$((failures + 1))
  fi
}

expect 0 "commands:" --help
expect 2 "commands:"
expect 2 "unknown command" conquer
for command in perft cases pgn dead verify-dice; do
  expect 0 "Exit status" $command --help
  expect 2 "unknown option" $command --nonsense
done

expect 0 "commands:" admin --help
expect 2 "commands:" admin
expect 2 "unknown command conquer" admin conquer
expect 2 "unknown command operator conquer" admin operator conquer
expect 0 "operator revoke" admin operator --help
"$chessctl" admin --help | sed -n 's/^  \([a-z]*\( [a-z]*\)\{0,1\}\)  .*/\1/p' >"$folder/commands"
[ "$(wc -l <"$folder/commands")" -ge 28 ] || { echo "FAILED: admin --help lists too little"; failures=1; }
while read -r command; do
  # shellcheck disable=SC2086
  expect 0 "Exit status: 0 done" admin $command --help
  # shellcheck disable=SC2086
  expect 2 "unknown option" admin $command --nonsense
done <"$folder/commands"
unset CHESS_SERVER CHESS_OPERATOR_TOKEN
token=op_0123456789012345678901234567890123456789012
expect 2 "token is needed" admin operator list --server 127.0.0.1:1
expect 2 "cannot read a token" admin operator list --server 127.0.0.1:1 --token-file "$folder/none"
echo "guess" >"$folder/guess"
expect 2 "no operator's token" admin operator list --server 127.0.0.1:1 --token-file "$folder/guess"
echo "$token" >"$folder/token"
expect 2 "--server" admin operator list --token-file "$folder/token"
chmod 644 "$folder/token"
expect 3 "chmod 600" admin operator list --server 127.0.0.1:1 --token-file "$folder/token"
chmod 600 "$folder/token"
expect 3 "UNAVAILABLE" admin operator list --server 127.0.0.1:1 --token-file "$folder/token"
expect 3 '"reason": "UNAVAILABLE"' admin audit --json --server 127.0.0.1:1 --token-file "$folder/token"
expect 2 "--request-id" admin audit --request-id 12 --server 127.0.0.1:1 --token-file "$folder/token"
expect 2 "either --until" admin player ban Anna --server 127.0.0.1:1 --token-file "$folder/token"
expect 2 "a time is" admin player ban Anna --until soon --server 127.0.0.1:1 --token-file "$folder/token"
expect 2 "--severity" admin notice set Hello --severity bad --server 127.0.0.1:1 --token-file "$folder/token"
expect 2 "NUMBER" admin notice clear x --server 127.0.0.1:1 --token-file "$folder/token"
expect 3 "native gRPC port" admin audit --server 127.0.0.1:1 --token-file "$folder/token"
expect 3 "UNAVAILABLE" admin index rebuild --dry-run --server 127.0.0.1:1 --token-file "$folder/token"
if "$chessctl" admin audit --help >/dev/full 2>"$folder/full" || ! grep -q "cannot write" "$folder/full"; then
  echo "FAILED: an answer that cannot be written"
  failures=$((failures + 1))
fi
CHESS_SERVICE_SECRET=$(printf 'two\nlines')
export CHESS_SERVICE_SECRET
expect 2 "printable ASCII" admin drain 127.0.0.1:1 --server 127.0.0.1:1 --token-file "$folder/token" --reason old
unset CHESS_SERVICE_SECRET
expect 2 "one NAME" admin operator add --server 127.0.0.1:1 --token-file "$folder/token"

expect 2 "HOST:PORT" ready
expect 2 "HOST:PORT" ready ::1:7002
expect 3 "nobody listens there" ready '[::1]:1'
expect 3 "nobody listens there" ready 127.0.0.1:1
unset CHESS_SERVICE_SECRET CHESS_SERVICE_SECRET_FILE
why="--reason upgrade --server 127.0.0.1:1 --token-file $folder/token"
# shellcheck disable=SC2086
{
  expect 2 "HOST:ADMINPORT" admin drain nowhere $why
  expect 2 "service key is needed" admin drain 127.0.0.1:1 $why
  expect 2 "cannot read $folder (Is a directory)" admin drain 127.0.0.1:1 --key-file "$folder" $why
  expect 3 "UNAVAILABLE" admin drain 127.0.0.1:1 --key-file "$folder/guess" $why
}
expect 1 "$folder: Is a directory" trace 4bf92f35 "$folder"
expect 1 "cannot read $folder (Is a directory)" log-id --secret-file "$folder" AbCdEfGh1234
expect 0 "AbCdEfGh1234 p-" log-id --secret-file "$folder/guess" AbCdEfGh1234

expect 0 "nodes 8902" perft --depth 3
expect 0 "e2e4: 20" perft --depth 2 --divide
expect 0 "nodes 20" perft --rules "King of the Hill" --depth=1
expect 2 "--depth is missing" perft
expect 2 "number from 0" perft --depth 3x
expect 2 "no rule called" perft --rules calvinball --depth 1
expect 2 "chess960 needs the number of a start position (0 to 959)" perft --rules chess960 --depth 1
expect 0 "nodes 20" perft --rules chess960:518 --depth 1
expect 0 "nodes 8902" perft --kernel volatile --depth 3
expect 2 "--kernel is" perft --kernel fast --depth 3
expect 1 "" perft --fen nonsense --depth 1
expect 2 "cannot read" perft --epd "$folder/none.epd"
expect 2 "cannot read" perft --epd "$folder"

start="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
echo "$start ;D1 20 ;D2 400 ;id good" >"$folder/good.epd"
echo "$start ;D1 20 ;D2 401 ;id bad" >"$folder/bad.epd"
echo "$start ;D1 20 ;variant calvinball ;id odd" >"$folder/odd.epd"
cat "$folder/good.epd" "$folder/bad.epd" "$folder/odd.epd" >"$folder/all.epd"
expect 0 "1 passed, 0 failed" perft --epd "$folder/good.epd"
expect 1 "bad: D2 is 400, expected 401" perft --epd "$folder/bad.epd"
expect 1 "1 skipped: There is no rule called" perft --epd "$folder/all.epd"
expect 0 "2 passed, 0 failed" perft --epd "$folder/all.epd" --max-depth 1

case_of() { echo "{\"id\": \"$1\", \"input\": $2, \"expected\": $3}"; }
san() { echo "{\"op\": \"san_write\", \"fen\": \"$start\", \"uci\": \"g1f3\"}"; }
echo "[$(case_of a "$(san)" '{"san": "Nf3"}')]" >"$folder/good.json"
echo "[$(case_of b "$(san)" '{"san": "Nh3"}'), $(case_of c '{"op": "dance"}' '{}'), 7]" \
  >"$folder/bad.json"
echo "[" >"$folder/broken.json"
expect 0 "1 passed, 0 failed, 0 skipped" cases "$folder/good.json"
expect 1 'FAILED b: san is "Nf3", expected "Nh3"' cases "$folder/bad.json"
expect 1 "skipped (operation dance): c" cases "$folder/bad.json"
expect 1 "1 passed, 2 failed, 1 skipped" cases "$folder/good.json" "$folder/bad.json"
expect 2 "cannot be read" cases "$folder/none.json"
expect 2 "cannot be read" cases "$folder"
printf 'fen\tdepth\n' >"$folder/table.tsv"
echo '{"cases": []}' >"$folder/other.json"
expect 2 "broken.json:2:1: is not JSON" cases "$folder/broken.json"
expect 2 "table.tsv:1:2: is not JSON" cases "$folder/table.tsv"
expect 2 "is JSON, but no file of cases" cases "$folder/other.json"
expect 2 "name a file" cases

printf '[Event "a"]\n\n1. e4 e5 *\n\n' >"$folder/good.pgn"
printf '[Event "b"]\n\n1. e4\n Bb5 *\n\n[Event "c"]\n\n1. d4 *\n' >"$folder/bad.pgn"
printf '# game_no\tplies\tresult\n1\t2\t*\n' >"$folder/good.tsv"
printf '# game_no\tplies\tresult\n1\t3\t*\n' >"$folder/wrong.tsv"
expect 0 "1 games, 0 broken" pgn "$folder/good.pgn"
expect 1 "bad.pgn:4:2: error: PIECE_CANNOT_MOVE_THERE" pgn "$folder/bad.pgn"
expect 1 "3 games, 1 broken" pgn "$folder/good.pgn" "$folder/bad.pgn"
expect 0 "e2e4 e7e5" pgn --out uci "$folder/good.pgn"
expect 0 '"uci":["e2e4","e7e5"]' pgn --out ndjson "$folder/good.pgn"
expect 0 "1 passed, 0 failed" pgn --expected "$folder/good.tsv" "$folder/good.pgn"
expect 1 "plies is 2, expected 3" pgn --expected "$folder/wrong.tsv" "$folder/good.pgn"
expect 1 "1 games of the table are missing" pgn --expected "$folder/good.tsv" /dev/null
expect 2 "--out is pgn" pgn --out gif "$folder/good.pgn"
expect 2 "cannot read" pgn "$folder/none.pgn"
expect 2 "cannot read" pgn "$folder"
expect 2 "cannot read" pgn --manifest "$folder"
expect 2 "cannot be read" pgn --expected "$folder" "$folder/good.pgn"
expect 2 "name a file" pgn

expect 0 "dead yes" dead "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1"
expect 0 "white yes a1a8" dead "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"
expect 0 "wrong 0" dead --generated 20 --judge 1000
expect 1 "" dead nonsense
expect 2 "name one position" dead

printf '[Event "d"]\n[Variant "Dice"]\n\n1. e4 *\n' >"$folder/bare.pgn"
expect 1 "0 verified, 0 wrong, 1 without chance" verify-dice "$folder/good.pgn"
expect 1 "DiceCommit is missing" verify-dice "$folder/bare.pgn"
expect 2 "--game-id is" verify-dice --game-id short "$folder/good.pgn"
expect 2 "cannot read" verify-dice "$folder/none.pgn"
expect 2 "name a file" verify-dice

[ $failures -eq 0 ] && echo "all as expected"
exit $failures
