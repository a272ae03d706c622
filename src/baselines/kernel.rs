//! The Weisfeiler–Lehman subtree kernel (Shervashidze et al., JMLR 2011).

use rayon::prelude::*;

use super::sparse::Sparse;

/// A symmetric kernel matrix.
#[derive(Clone, Debug, PartialEq)]
pub struct Kernel {
    size: usize,
    /// Row by row.
    values: Vec<f32>,
}

impl Kernel {
    /// A kernel matrix from its rows, one after the other.
    ///
    /// # Panics
    /// If there are not `size`² values.
    pub fn new(size: usize, values: Vec<f32>) -> Self {
        assert_eq!(values.len(), size * size, "the matrix is square");
        Self { size, values }
    }

    /// Number of rows.
    pub fn size(&self) -> usize {
        self.size
    }

    /// A row.
    pub fn row(&self, row: usize) -> &[f32] {
        &self.values[row * self.size..][..self.size]
    }

    /// The matrix of these rows and columns, in this order.
    pub fn of(&self, members: &[u32]) -> Self {
        let rows = members.iter().map(|&member| self.row(member as usize));
        let values = rows.flat_map(|row| members.iter().map(|&other| row[other as usize]));
        Self {
            size: members.len(),
            values: values.collect(),
        }
    }
}

/// The kernels after 0, 1, … rounds, from the colour histograms of the graphs before the first round and after each.
///
/// The kernel of two graphs after h rounds is the scalar product ⟨φ(G), φ(G′)⟩ of their histograms of the rounds 0 to h. Normalised, it is
/// divided by the norms of both: K(G, G′) = ⟨φ(G), φ(G′)⟩ / (‖φ(G)‖ ‖φ(G′)‖). Graphs without vertices have the kernel 0 with every graph.
pub fn subtree_kernels(histograms: &[Sparse], normalise: bool) -> Vec<Kernel> {
    let size = histograms.first().map_or(0, Sparse::rows);
    let mut products = vec![0.0; size * size];
    let kernel_after = |histogram: &Sparse| {
        let graphs_of = histogram.transposed();
        // The products of numbers of vertices are whole numbers, so the order of the sum has no effect.
        let rows = products.par_chunks_mut(size.max(1)).enumerate();
        rows.for_each(|(graph, row)| {
            let (colours, counts) = histogram.row(graph);
            for (&colour, count) in colours.iter().zip(counts) {
                let (others, numbers) = graphs_of.row(colour as usize);
                for (&other, number) in others.iter().zip(numbers) {
                    row[other as usize] += count * number;
                }
            }
        });
        match normalise {
            true => normalised(&products, size),
            false => Kernel::new(size, products.iter().map(|&value| value as f32).collect()),
        }
    };
    histograms.iter().map(kernel_after).collect()
}

/// Divides each product by the square roots of the two products of its graphs with themselves.
fn normalised(products: &[f64], size: usize) -> Kernel {
    let squares: Vec<f64> = (0..size).map(|i| products[i * size + i]).collect();
    let value = |index: usize| {
        let scale = squares[index / size] * squares[index % size];
        match scale > 0.0 {
            true => (products[index] / scale.sqrt()) as f32,
            false => 0.0,
        }
    };
    Kernel {
        size,
        values: (0..size * size).into_par_iter().map(value).collect(),
    }
}
