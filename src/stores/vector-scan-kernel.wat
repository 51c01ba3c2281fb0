;; The loops of VectorScan (vector-scan.ts) that pass over all rows. JavaScript would catch up with
;; most of them after some searches; a command that searches once never gets there.
;; `node tools/build-kernel.mjs` compiles this into vector-scan-kernel.ts.
;;
;; A row is `width` int8 components, then a float32 scale and a float32 error, so that
;; v = scale * code + e with |e| <= error. The query is `width` int16 components, so that
;; q = query_step * query + r and |q| = 1. Then, in float64,
;;
;;   q . v <= scale * (query . code * query_step + residual) + error
;;
;; where residual >= |r . code|. The caller picks query_step so that the int32 sums cannot
;; overflow. `width` is a multiple of 32; rows are 8-byte aligned and read 8 bytes at a time,
;; so no read straddles a cache line.
(module
  (import "kebab" "memory" (memory 1 65536))

  ;; Writes the addresses of the rows whose byte in the mask is not 0 to $list; returns where they end.
  (func (export "list")
    (param $mask i32) (param $mask_end i32) (param $address i32) (param $stride i32) (param $list i32)
    (result i32)
    (loop $next_row
      ;; Written in any case, kept by moving on: no branch to guess wrong.
      (i32.store (local.get $list) (local.get $address))
      (local.set $list (i32.add (local.get $list)
        (i32.shl (i32.ne (i32.load8_u (local.get $mask)) (i32.const 0)) (i32.const 2))))
      (local.set $address (i32.add (local.get $address) (local.get $stride)))
      (local.set $mask (i32.add (local.get $mask) (i32.const 1)))
      (br_if $next_row (i32.lt_u (local.get $mask) (local.get $mask_end))))
    (local.get $list))

  ;; Bounds of the rows whose addresses lie at $rows, a multiple of four of them, to $bounds.
  ;; Four rows at a time, because they share the loads of the query.
  (func (export "scan")
    (param $query i32) (param $width i32)
    (param $rows i32) (param $rows_end i32) (param $bounds i32)
    (param $query_step f64) (param $residual f64)
    (local $a i32) (local $b i32) (local $c i32) (local $d i32)
    (local $at i32) (local $query_end i32)
    (local $low v128) (local $high v128)
    (local $sum_a v128) (local $sum_b v128) (local $sum_c v128) (local $sum_d v128)
    (local $dots v128) (local $tails_ab v128) (local $tails_cd v128) (local $scales v128) (local $errors v128)
    (local $step2 v128) (local $residual2 v128)

    (local.set $query_end (i32.add (local.get $query) (i32.shl (local.get $width) (i32.const 1))))
    (local.set $step2 (f64x2.splat (local.get $query_step)))
    (local.set $residual2 (f64x2.splat (local.get $residual)))
    (block $done
      (loop $next_rows
        (br_if $done (i32.ge_u (local.get $rows) (local.get $rows_end)))
        (local.set $a (i32.load (local.get $rows)))
        (local.set $b (i32.load offset=4 (local.get $rows)))
        (local.set $c (i32.load offset=8 (local.get $rows)))
        (local.set $d (i32.load offset=12 (local.get $rows)))
        (local.set $sum_a (v128.const i32x4 0 0 0 0))
        (local.set $sum_b (v128.const i32x4 0 0 0 0))
        (local.set $sum_c (v128.const i32x4 0 0 0 0))
        (local.set $sum_d (v128.const i32x4 0 0 0 0))
        (local.set $at (local.get $query))

        (loop $next_components
          ;; components 0 to 15
          (local.set $low (v128.load (local.get $at)))
          (local.set $high (v128.load offset=16 (local.get $at)))
          (local.set $sum_a (i32x4.add (local.get $sum_a) (i32x4.add
            (i32x4.dot_i16x8_s (local.get $low) (v128.load8x8_s (local.get $a)))
            (i32x4.dot_i16x8_s (local.get $high) (v128.load8x8_s offset=8 (local.get $a))))))
          (local.set $sum_b (i32x4.add (local.get $sum_b) (i32x4.add
            (i32x4.dot_i16x8_s (local.get $low) (v128.load8x8_s (local.get $b)))
            (i32x4.dot_i16x8_s (local.get $high) (v128.load8x8_s offset=8 (local.get $b))))))
          (local.set $sum_c (i32x4.add (local.get $sum_c) (i32x4.add
            (i32x4.dot_i16x8_s (local.get $low) (v128.load8x8_s (local.get $c)))
            (i32x4.dot_i16x8_s (local.get $high) (v128.load8x8_s offset=8 (local.get $c))))))
          (local.set $sum_d (i32x4.add (local.get $sum_d) (i32x4.add
            (i32x4.dot_i16x8_s (local.get $low) (v128.load8x8_s (local.get $d)))
            (i32x4.dot_i16x8_s (local.get $high) (v128.load8x8_s offset=8 (local.get $d))))))

          ;; components 16 to 31
          (local.set $low (v128.load offset=32 (local.get $at)))
          (local.set $high (v128.load offset=48 (local.get $at)))
          (local.set $sum_a (i32x4.add (local.get $sum_a) (i32x4.add
            (i32x4.dot_i16x8_s (local.get $low) (v128.load8x8_s offset=16 (local.get $a)))
            (i32x4.dot_i16x8_s (local.get $high) (v128.load8x8_s offset=24 (local.get $a))))))
          (local.set $sum_b (i32x4.add (local.get $sum_b) (i32x4.add
            (i32x4.dot_i16x8_s (local.get $low) (v128.load8x8_s offset=16 (local.get $b)))
            (i32x4.dot_i16x8_s (local.get $high) (v128.load8x8_s offset=24 (local.get $b))))))
          (local.set $sum_c (i32x4.add (local.get $sum_c) (i32x4.add
            (i32x4.dot_i16x8_s (local.get $low) (v128.load8x8_s offset=16 (local.get $c)))
            (i32x4.dot_i16x8_s (local.get $high) (v128.load8x8_s offset=24 (local.get $c))))))
          (local.set $sum_d (i32x4.add (local.get $sum_d) (i32x4.add
            (i32x4.dot_i16x8_s (local.get $low) (v128.load8x8_s offset=16 (local.get $d)))
            (i32x4.dot_i16x8_s (local.get $high) (v128.load8x8_s offset=24 (local.get $d))))))

          (local.set $a (i32.add (local.get $a) (i32.const 32)))
          (local.set $b (i32.add (local.get $b) (i32.const 32)))
          (local.set $c (i32.add (local.get $c) (i32.const 32)))
          (local.set $d (i32.add (local.get $d) (i32.const 32)))
          (local.set $at (i32.add (local.get $at) (i32.const 64)))
          (br_if $next_components (i32.lt_u (local.get $at) (local.get $query_end))))

        ;; Each sum is still four lanes: add them up, those of row a into lane 0, of row d into lane 3.
        (local.set $low (i32x4.add
          (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $sum_a) (local.get $sum_b))
          (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $sum_a) (local.get $sum_b))))
        (local.set $high (i32x4.add
          (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $sum_c) (local.get $sum_d))
          (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $sum_c) (local.get $sum_d))))
        (local.set $dots (i32x4.add
          (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $low) (local.get $high))
          (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $low) (local.get $high))))

        ;; The components are behind us: $a to $d point at the tails.
        (local.set $tails_ab (v128.load64_lane 1 (local.get $b) (v128.load64_zero (local.get $a))))
        (local.set $tails_cd (v128.load64_lane 1 (local.get $d) (v128.load64_zero (local.get $c))))
        (local.set $scales
          (i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27 (local.get $tails_ab) (local.get $tails_cd)))
        (local.set $errors
          (i8x16.shuffle 4 5 6 7 12 13 14 15 20 21 22 23 28 29 30 31 (local.get $tails_ab) (local.get $tails_cd)))

        ;; The bounds of a and b, then, with the upper halves moved down, of c and d.
        (local.set $low (f32x4.demote_f64x2_zero (f64x2.add
          (f64x2.mul
            (f64x2.promote_low_f32x4 (local.get $scales))
            (f64x2.add
              (f64x2.mul (f64x2.convert_low_i32x4_s (local.get $dots)) (local.get $step2))
              (local.get $residual2)))
          (f64x2.promote_low_f32x4 (local.get $errors)))))
        (local.set $dots
          (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $dots) (local.get $dots)))
        (local.set $scales
          (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $scales) (local.get $scales)))
        (local.set $errors
          (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $errors) (local.get $errors)))
        (local.set $high (f32x4.demote_f64x2_zero (f64x2.add
          (f64x2.mul
            (f64x2.promote_low_f32x4 (local.get $scales))
            (f64x2.add
              (f64x2.mul (f64x2.convert_low_i32x4_s (local.get $dots)) (local.get $step2))
              (local.get $residual2)))
          (f64x2.promote_low_f32x4 (local.get $errors)))))
        (v128.store (local.get $bounds)
          (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $low) (local.get $high)))

        (local.set $rows (i32.add (local.get $rows) (i32.const 16)))
        (local.set $bounds (i32.add (local.get $bounds) (i32.const 16)))
        (br $next_rows))))

  ;; Writes the positions of the bounds from $least up to $positions; returns where they end.
  ;; Takes four bounds at a time.
  (func (export "reaching")
    (param $bounds i32) (param $bounds_end i32) (param $least f32) (param $positions i32)
    (result i32)
    (local $position i32) (local $found i32)
    (loop $next_bounds
      (local.set $found (i32x4.bitmask
        (f32x4.ge (v128.load (local.get $bounds)) (f32x4.splat (local.get $least)))))
      (block $none
        (loop $next_found
          (br_if $none (i32.eqz (local.get $found)))
          (i32.store (local.get $positions) (i32.add (local.get $position) (i32.ctz (local.get $found))))
          (local.set $positions (i32.add (local.get $positions) (i32.const 4)))
          (local.set $found (i32.and (local.get $found) (i32.sub (local.get $found) (i32.const 1))))
          (br $next_found)))
      (local.set $position (i32.add (local.get $position) (i32.const 4)))
      (local.set $bounds (i32.add (local.get $bounds) (i32.const 16)))
      (br_if $next_bounds (i32.lt_u (local.get $bounds) (local.get $bounds_end))))
    (local.get $positions)))
