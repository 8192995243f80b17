#!/bin/sh
# Runs chessctl over the reference data beside the checkout, where it is present.
# usage: reference_test.sh CHESSCTL SOURCE_DIR quick|full
chessctl=$1
reference=$2/../shared
depth=$3
if [ ! -d "$reference/data" ]; then
  echo "reference data not present: only the facts carried under tests/conformance are checked"
  exit 0
fi
case $depth in
  quick) standard=4 chess960=3 ;;
  full) standard=99 chess960=99 ;;
  *) echo "usage: $0 CHESSCTL SOURCE_DIR quick|full" >&2; exit 2 ;;
esac
status=0
run() {
  echo "+ chessctl $*"
  "$chessctl" "$@" || status=1
}
run perft --epd "$reference/data/perft-standard.epd" --max-depth $standard
run perft --epd "$reference/data/perft-chess960.epd" --rules chess960 --max-depth $chess960
run perft --epd "$reference/data/perft-variants.epd" --max-depth $chess960
run cases "$reference/data/san-cases.json" "$reference/data/uci-chess960-castling.json"
run cases "$reference/cases/san.json" "$reference/cases/castling960.json"
run cases "$reference/cases/endings.json" "$reference/cases/pure.json"
run pgn --manifest "$reference/data/games/awkward-legal/manifest.json"
run pgn --manifest "$reference/data/games/awkward-illegal/manifest.json"
games=$reference/data/games/lichess-2025-05-clk
run pgn "$games.pgn" --expected "$games.expected.tsv"
variants=$reference/data/games/lichess-variants
run pgn "$variants.pgn" --expected "$variants.expected.tsv"
# Normalised PGN must amount to the same games.
echo "+ chessctl pgn --out pgn | chessctl pgn -"
"$chessctl" pgn --out pgn "$games.pgn" | "$chessctl" pgn - --expected "$games.expected.tsv" ||
  status=1
exit $status
